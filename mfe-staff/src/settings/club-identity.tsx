import {
  type ClubColor,
  type ColorProblem,
  findColorProblems,
  hexColor,
} from '@ultimate/events/language/club-colors.ts'
import { logoErrors, maxLogoBytes } from '@ultimate/events/staff/logo.ts'
import { ClubLogo } from '@ultimate/kit/art/logo.tsx'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { FieldMessage, wireField } from '@ultimate/kit/components/fields/field.tsx'
import { TextField } from '@ultimate/kit/components/fields/text-field.tsx'
import { messageOf } from '@ultimate/kit/request/answer.ts'
import { ApiError, errorOf, NetworkError } from '@ultimate/kit/request/api.ts'
import { useCommand } from '@ultimate/kit/request/use-command.ts'
import { WaitsForConnection } from '@ultimate/kit/sending/waits-for-connection.tsx'
import { useSessionStore } from '@ultimate/kit/state/session.ts'
import { ImagePlus, Trash2, TriangleAlert } from 'lucide-react'
import { type ChangeEvent, useRef } from 'react'
import styles from './settings-page.module.css'
import type { SettingsForm } from './use-settings.ts'

/** Time for a picture of a few megabytes over a slow connection. */
const maxUploadMs = 60_000

/** Stores a picture and resolves to its address. Rejects with ApiError or NetworkError. */
async function uploadLogo(file: File, key: string): Promise<string> {
  const { LOGO_TOO_LARGE } = logoErrors.registry
  if (file.size > maxLogoBytes)
    throw new ApiError(LOGO_TOO_LARGE.status, { code: 'LOGO_TOO_LARGE', message: LOGO_TOO_LARGE.message })
  const { token } = useSessionStore.getState()
  const body = new FormData()
  body.set('logo', file)
  const headers = { accept: 'application/json', 'idempotency-key': key, authorization: `Bearer ${token}` }
  const signal = AbortSignal.timeout(maxUploadMs)
  const answer = await fetch('/api/edition/logo', { method: 'POST', body, headers, signal }).catch((cause: unknown) => {
    throw new NetworkError('The server could not be reached.', { cause })
  })
  if (!answer.ok) throw await errorOf(answer, token)
  return ((await answer.json()) as { readonly logo: string }).logo
}

interface FormProps {
  readonly form: SettingsForm
}

const hints: Readonly<Record<ClubColor, string>> = {
  primary: 'Buttons, links and the background of the header, as dark as its text needs. Written as #143a2e.',
  accent: 'Highlights, and buttons on the background of the header. Written as #d9581f.',
}

/** Sets a color as text or with the device's picker, and warns if a color scheme shows it badly. */
export function ColorField({ form: { bind }, color }: FormProps & { readonly color: ClubColor }) {
  const { value, onValueChange, readOnly, id, ...field } = bind(`colors.${color}`)
  const isColor = hexColor.test(value.trim().toLowerCase())
  const typedColor = isColor ? value.trim().toLowerCase() : null
  const problems = findColorProblems({ primary: null, accent: null, [color]: typedColor })
  return (
    <div className={styles['color']}>
      <TextField
        {...field}
        id={id}
        label={color === 'primary' ? 'Primary color' : 'Accent color'}
        optional
        hint={hints[color]}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        readOnly={readOnly}
        value={value}
        onValueChange={onValueChange}
        after={
          <input
            type="color"
            className={styles['picker']}
            aria-label={`Pick the ${color} color`}
            aria-disabled={readOnly}
            value={typedColor ?? '#808080'}
            data-unset={typedColor === null ? '' : undefined}
            onChange={({ target }) => readOnly || onValueChange(target.value)}
          />
        }
      />
      <div role="status" className={styles['problems']}>
        {problems.map((problem) => (
          <Problem
            key={problem.scheme}
            problem={problem}
            onUse={() => {
              onValueChange(problem.nearest)
              document.getElementById(id)?.focus()
            }}
          />
        ))}
      </div>
    </div>
  )
}

interface ProblemProps {
  readonly problem: ColorProblem
  readonly onUse: () => void
}

/** Shows which color a scheme draws instead. One press makes that the color of both schemes. */
function Problem({ problem: { scheme, ratio, nearest }, onUse }: ProblemProps) {
  return (
    <div className={styles['problem']}>
      <p className={styles['sentence']}>
        <TriangleAlert aria-hidden="true" />
        <span>
          Hard to make out in the {scheme} scheme: its contrast is {Math.floor(ratio * 100) / 100}:1, and 3:1 is needed.
          There, {nearest} is shown.
        </span>
      </p>
      <Button
        variant="secondary"
        size="compact"
        icon={
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <rect width="16" height="16" rx="3" fill={nearest} />
          </svg>
        }
        onClick={onUse}
      >
        Use {nearest}
      </Button>
    </div>
  )
}

/** Chooses the picture of the header. The preview shows it at once; the site does after the settings are saved. */
export function LogoField({ form: { bind, draft } }: FormProps) {
  const { id, value, error, readOnly, onValueChange } = bind('logo')
  const picker = useRef<HTMLInputElement>(null)
  const chooseButton = useRef<HTMLButtonElement>(null)
  const upload = useCommand({
    send: (file: File, key) => uploadLogo(file, key),
    failed: (cause) => messageOf(cause, 'The logo could not be uploaded.'),
    onDone: (address) => onValueChange(address),
  })
  const pick = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? []
    if (file) upload.run(file)
    // An empty value lets the user pick the same file again after the server rejected it.
    target.value = ''
  }
  const busy = upload.isPending && !upload.waiting
  const message = error ?? upload.message
  const wiring = wireField(id, { error: message, hint: logoHint })
  return (
    <fieldset className={styles['logo']}>
      <legend>Logo</legend>
      {value && (
        <div className={styles['ground']} data-ground="festive">
          <ClubLogo address={value} alt={`Logo of ${draft.name}`} />
        </div>
      )}
      <div className={styles['buttons']}>
        <input
          ref={picker}
          type="file"
          hidden
          accept="image/png,image/jpeg,image/webp"
          aria-label="Picture of the logo"
          onChange={pick}
        />
        <Button
          ref={chooseButton}
          {...wiring}
          variant="secondary"
          size="compact"
          icon={<ImagePlus aria-hidden="true" />}
          busy={busy}
          aria-disabled={readOnly}
          onClick={() => readOnly || picker.current?.click()}
        >
          {value ? 'Choose another picture' : 'Choose a picture'}
        </Button>
        {value && (
          <Button
            variant="quiet"
            size="compact"
            icon={<Trash2 aria-hidden="true" />}
            aria-disabled={readOnly}
            onClick={() => {
              if (readOnly) return
              upload.reset()
              onValueChange('')
              chooseButton.current?.focus()
            }}
          >
            Remove the logo
          </Button>
        )}
      </div>
      <WaitsForConnection waiting={upload.waiting} />
      <div role="alert">
        <FieldMessage control={id} error={message} />
      </div>
      <FieldMessage control={id} hint={logoHint} />
    </fieldset>
  )
}

const logoHint = 'PNG, JPEG or WebP, at most 4 MB. Shown in the header; a dark picture gets a white background there.'
