import { LinkButton } from '@ultimate/kit/components/buttons/link-button.tsx'
import { Notice } from '@ultimate/kit/components/feedback/notice.tsx'

/** Why nobody can sign up, as long as there is no captain to choose. */
export function NoTeamYet() {
  return (
    <Notice
      tone="warn"
      title="No team is registered yet."
      action={<LinkButton to="/registration/register">Register a Team</LinkButton>}
    >
      Dishes and servers come with a team.
    </Notice>
  )
}
