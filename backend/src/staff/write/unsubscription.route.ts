import { messageErrors } from '@ultimate/events/staff/message.ts'
import { messageApi } from '@ultimate/events/staff/message-api.ts'
import {
  subscribeAgainDecider,
  unsubscribeDecider,
  unsubscriptionStream,
} from '@ultimate/events/staff/unsubscription.ts'
import { commandRoute } from '../../platform/commands.ts'
import type { Route } from '../../platform/http/http-route.ts'
import type { Platform } from '../../platform/module.ts'
import { readUnsubscriptions } from '../read/messages.view.ts'
import { unsubscribeLinks } from '../secrets/unsubscribe-links.ts'

export const unsubscriptionRoutes = (platform: Platform): Route[] => [
  unsubscribeRoute(platform),
  subscribeAgainRoute(platform),
]

function unsubscribeRoute(platform: Platform): Route {
  const readMailbox = tokenReader(platform)
  return commandRoute(platform, messageApi.unsubscribe, async ({ query }, { newId, send }) => {
    const mailbox = readMailbox(query.token)
    const [existing] = await readUnsubscriptions(platform.sql, mailbox)
    await send(unsubscribeDecider, unsubscriptionStream(existing ?? newId()), {
      type: 'Unsubscribe',
      data: { mailbox },
    })
    return { status: 204, body: undefined }
  })
}

function subscribeAgainRoute(platform: Platform): Route {
  const readMailbox = tokenReader(platform)
  return commandRoute(platform, messageApi.subscribeAgain, async ({ body }, { send }) => {
    for (const id of await readUnsubscriptions(platform.sql, readMailbox(body.token)))
      await send(subscribeAgainDecider, unsubscriptionStream(id), { type: 'SubscribeAgain', data: {} })
    return { status: 204, body: undefined }
  })
}

/** Returns how to read the digest of the mailbox from the token of its link. */
const tokenReader =
  ({ configuration }: Platform) =>
  (token: string): string =>
    unsubscribeLinks(configuration).open(token) ?? messageErrors.fail('UNSUBSCRIBE_LINK_INVALID')
