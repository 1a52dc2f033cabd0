import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { Notice } from '@ultimate/kit/components/feedback/notice.tsx'
import type { Landing } from './use-private-link.ts'

export interface LandingNoticeProps {
  readonly landing: Landing
  readonly onAskAgain: () => void
}

/** What the private link from the mail did on this device. */
export function LandingNotice({ landing, onAskAgain }: LandingNoticeProps) {
  switch (landing.status) {
    case 'none':
      return null
    case 'opening':
      return <Notice announce="status">Opening your private link…</Notice>
    case 'opened':
      return (
        <Notice tone="good" announce="status" title="This device may now show and remove your sign-ups.">
          {landing.count === 0 ? 'There are none at the moment.' : 'You find them below.'}
        </Notice>
      )
    case 'refused':
      return (
        <Notice
          tone="bad"
          announce="alert"
          title={landing.sentence}
          action={
            <Button variant="secondary" size="compact" onClick={onAskAgain}>
              Send me my link again
            </Button>
          }
        />
      )
    case 'interrupted':
      return (
        <Notice
          tone="bad"
          announce="alert"
          title="Your private link could not be opened right now."
          action={
            <Button variant="secondary" size="compact" onClick={landing.tryAgain}>
              Try again
            </Button>
          }
        />
      )
  }
}
