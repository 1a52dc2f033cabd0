import { messageErrors } from '@ultimate/events/staff/message.ts'
import { messageApi } from '@ultimate/events/staff/message-api.ts'
import {
  type SubscribeAgain,
  subscribeAgainDecider,
  type Unsubscribe,
  unsubscribeDecider,
  unsubscriptionStream,
} from '@ultimate/events/staff/unsubscription.ts'
import { type Route, route } from '../../platform/http/http-route.ts'
import type { Platform } from '../../platform/module.ts'
import { unsubscriptionsOf } from '../read/unsubscriptions.view.ts'
import { unsubscribeLinks } from '../secrets/unsubscribe-links.ts'

/** The digest of the mailbox that a link was mailed to. */
const opening =
  ({ configuration }: Platform) =>
  (token: string): string =>
    unsubscribeLinks(configuration).open(token) ?? messageErrors.fail('UNSUBSCRIBE_LINK_INVALID')

export function unsubscribeRoute(platform: Platform): Route {
  const open = opening(platform)
  return route(messageApi.unsubscribe, async ({ query }, { command: context, newId }) => {
    const mailbox = open(query.token)
    const [known] = await unsubscriptionsOf(platform.sql, mailbox)
    const command: Unsubscribe = { type: 'Unsubscribe', data: { mailbox }, metadata: { now: context.now } }
    await platform.commands.handle(
      unsubscribeDecider,
      { stream: unsubscriptionStream(known ?? newId()), command },
      context,
    )
    return { status: 204, body: undefined }
  })
}

export function subscribeAgainRoute(platform: Platform): Route {
  const open = opening(platform)
  return route(messageApi.subscribeAgain, async ({ body }, { command: context }) => {
    const command: SubscribeAgain = { type: 'SubscribeAgain', data: {}, metadata: { now: context.now } }
    for (const id of await unsubscriptionsOf(platform.sql, open(body.token)))
      await platform.commands.handle(subscribeAgainDecider, { stream: unsubscriptionStream(id), command }, context)
    return { status: 204, body: undefined }
  })
}
