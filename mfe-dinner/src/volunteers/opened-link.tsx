import { Notice } from '@ultimate/kit/components/feedback/notice.tsx'
import { newLinkComes, RenewLink, RequestForgetting } from '@ultimate/kit/people/own-link.tsx'
import { call } from '@ultimate/kit/request/api.ts'
import { refresh } from '@ultimate/kit/request/live.ts'
import { useState } from 'react'

const remains = 'Your dishes and hours stay, without your name, so remove first what you cannot bring.'

const remainsOfEarlier = 'Your dishes and hours of that dinner stay, without your name.'

/** The action that is left to the owner of a link of an earlier dinner. */
export const EndedLink = ({ token }: Pick<ManageLinkProps, 'token'>) => (
  <RequestForgetting link={token} remains={remainsOfEarlier} />
)

interface ManageLinkProps {
  readonly token: string
  readonly onEnded: () => void
}

/** The actions of the owner of the link. */
export function ManageLink({ token, onEnded }: ManageLinkProps) {
  const [isEnded, setEnded] = useState(false)
  if (isEnded)
    return (
      <Notice tone="good" announce="status" title="Your old link no longer works.">
        {newLinkComes()}
      </Notice>
    )
  return (
    <>
      <RenewLink
        send={(idempotencyKey) =>
          call('POST /api/dinner-signup/revoke-link', { body: { link: token } }, { idempotencyKey })
        }
        ends="Devices that opened it no longer show your sign-ups; this one shows only those made on it."
        onEnded={() => {
          setEnded(true)
          onEnded()
          return refresh(['slots'])
        }}
      />
      <RequestForgetting link={token} remains={remains} />
    </>
  )
}
