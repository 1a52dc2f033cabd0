import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { CopyButton } from '@ultimate/kit/components/buttons/copy-button.tsx'
import { Notice } from '@ultimate/kit/components/feedback/notice.tsx'
import styles from './second-factor.module.css'

interface RecoveryCodesProps {
  readonly codes: readonly string[]
  readonly onStored: () => void
}

/** Shown this once: the site stores only their hashes. */
export function RecoveryCodes({ codes, onStored }: RecoveryCodesProps) {
  const text = `${codes.join('\n')}\n`
  return (
    <>
      <Notice tone="good" announce="status" title="These are your recovery codes">
        Store them where you store your passwords: they are shown only now. Each one signs you in once without your
        phone.
      </Notice>
      <ul className={styles['codes']} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles['buttons']}>
        <CopyButton text={text}>Copy</CopyButton>
        <Button variant="quiet" onClick={() => download(text)}>
          Download
        </Button>
        <Button variant="secondary" onClick={onStored}>
          I have stored them
        </Button>
      </div>
    </>
  )
}

function download(text: string): void {
  const link = document.createElement('a')
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  link.href = address
  link.download = 'recovery-codes.txt'
  link.click()
  URL.revokeObjectURL(address)
}
