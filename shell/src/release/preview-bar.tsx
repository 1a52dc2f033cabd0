import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { floatsInPassing } from '@ultimate/kit/components/layout/floating.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { useCommand } from '@ultimate/kit/request/use-command.ts'
import { WaitsForConnection } from '@ultimate/kit/sending/waits-for-connection.tsx'
import { FlaskConical, LogOut } from 'lucide-react'
import type { Preview } from '../navigation/pages.ts'
import styles from './preview-bar.module.css'

/** Floats over every page as long as this browser shows other versions of parts than all visitors get. */
export function PreviewBar({ preview }: { readonly preview: Preview }) {
  const leaving = useCommand({
    send: (_: null, idempotencyKey) => call('DELETE /api/parts/preview', {}, { idempotencyKey }),
    failed: 'The site could not be reached',
    // Parts that are loaded cannot be taken out of a page.
    onDone: async () => location.reload(),
  })
  const versions = Object.entries(preview).map(([name, version]) => `${name} ${version}`)
  return (
    <section ref={floatsInPassing} aria-label="Preview" className={styles['bar']}>
      <FlaskConical aria-hidden="true" />
      <p role={leaving.message ? 'alert' : undefined}>
        {leaving.message ?? (
          <>
            Preview of <strong>{versions.join(', ')}</strong>
          </>
        )}
      </p>
      <WaitsForConnection waiting={leaving.waiting} />
      <Button
        variant="quiet"
        size="compact"
        icon={<LogOut aria-hidden="true" />}
        aria-label="Leave the preview"
        busy={leaving.isPending && !leaving.waiting}
        disabled={leaving.waiting !== null}
        onClick={() => leaving.run(null)}
      >
        Leave
      </Button>
    </section>
  )
}
