import type { CommandContext } from '@ultimate/event-store/commands.ts'
import { dinnerErrors } from '@ultimate/events/dinner/errors.ts'
import type { Volunteer } from '@ultimate/events/dinner/events.ts'
import { emailKey } from '@ultimate/events/dinner/slot.ts'
import { signupApi } from '@ultimate/events/dinner/slots/signup-api.ts'
import { type Route, route } from '../../platform/http/http-route.ts'
import { rememberedDevice } from '../../platform/http/request/caller.ts'
import type { Platform } from '../../platform/module.ts'
import { readOwnSignup, readOwnSignups, readSignupsOf } from '../read/signups.view.ts'
import { linkErrors, type PrivateLinks, readLinkGeneration } from '../secrets/private-link.ts'
import {
  type ClaimSignups,
  claimSignupsDecider,
  type RequestLink,
  type RevokeLink,
  requestLinkDecider,
  revokeLinkDecider,
} from './private-link.decider.ts'
import { visitorStream } from './visitor.ts'
import { volunteerStream } from './volunteer.ts'

/** Does the same for every address; an automation finds out later whether there is anything to send. */
export function requestLinkRoute({ commands }: Platform): Route {
  return route(signupApi.requestLink, async ({ body: { email } }, context) => {
    const command: RequestLink = { type: 'RequestLink', data: { email }, metadata: { now: context.command.now } }
    const stream = visitorStream(context.visitorId ?? context.newId())
    await commands.handle(requestLinkDecider, { stream, command }, context.command)
    return { status: 204, body: undefined }
  })
}

/** Opens the link that was mailed: from then on this device may show and remove the sign-ups of its address. */
export function claimSignupsRoute({ commands, current }: Platform, links: PrivateLinks): Route {
  return route(signupApi.claimSignups, async ({ body }, context) => {
    const link = await links.open(body.link)
    if (link.status !== 'good') return dinnerErrors.fail(linkErrors[link.status])
    const { email, edition, generation } = link
    const { visitorId, command: commandContext } = rememberedDevice(context)
    const data = { email, edition, generation }
    const command: ClaimSignups = { type: 'ClaimSignups', data, metadata: { now: context.command.now } }
    await commands.handle(claimSignupsDecider, { stream: visitorStream(visitorId), command }, commandContext)
    return { status: 200, body: { signups: await readOwnSignups(current, visitorId) } }
  })
}

/** By its owner, with the link that ends: a device that signed an address up has not shown that the address is its own. */
export function revokeOwnLinkRoute(platform: Platform, links: PrivateLinks): Route {
  return route(signupApi.revokeOwnLink, async ({ body }, { command }) => {
    const opened = await links.open(body.link)
    if (opened.status !== 'good') return dinnerErrors.fail(linkErrors[opened.status])
    const { email, generation: link } = opened
    const latest = (await readSignupsOf(platform.current, emailKey(email))).at(-1)
    await revoke(platform, links, { person: { name: latest?.person_name ?? '', email }, link }, command)
    return { status: 204, body: undefined }
  })
}

/** By staff, for a volunteer whose link is in other hands. */
export function revokeLinkRoute(platform: Platform, links: PrivateLinks): Route {
  return route(signupApi.revokeLink, async ({ params: { id } }, { command }) => {
    const signup = (await readOwnSignup(platform.current, id)) ?? dinnerErrors.fail('SIGNUP_NOT_FOUND')
    await revoke(platform, links, { person: { name: signup.person_name, email: signup.email } }, command)
    return { status: 204, body: undefined }
  })
}

interface Revocation {
  readonly person: Volunteer
  readonly link?: number
}

async function revoke(
  { commands, current }: Platform,
  links: PrivateLinks,
  asked: Revocation,
  context: CommandContext,
): Promise<void> {
  const { email } = asked.person
  const digest = links.digestOf(email)
  const known = await readLinkGeneration(current.sql, { email, digest, edition: current.edition })
  const command: RevokeLink = { type: 'RevokeLink', data: { ...asked, known }, metadata: { now: context.now } }
  await commands.handle(revokeLinkDecider, { stream: volunteerStream(digest, current.edition), command }, context)
}
