import { dinnerErrors } from '@ultimate/events/dinner/errors.ts'
import { emailKey } from '@ultimate/events/dinner/slot.ts'
import { signupApi } from '@ultimate/events/dinner/slots/signup-api.ts'
import { type CommandRequest, commandRoute } from '../../platform/commands.ts'
import type { Route } from '../../platform/http/http-route.ts'
import { rememberDevice } from '../../platform/http/request/caller.ts'
import type { Platform } from '../../platform/module.ts'
import { readOwnSignup, readOwnSignups, readSignupsOf } from '../read/signups.view.ts'
import { linkErrors, type PrivateLinks, readLinkGeneration } from '../secrets/private-link.ts'
import {
  claimSignupsDecider,
  type RevokeLink,
  requestLinkDecider,
  revokeLinkDecider,
  visitorStream,
  volunteerStream,
} from './private-link.decider.ts'

export const linkRoutes = (platform: Platform, links: PrivateLinks): Route[] => [
  requestLinkRoute(platform),
  claimSignupsRoute(platform, links),
  revokeOwnLinkRoute(platform, links),
  revokeLinkRoute(platform, links),
]

/** Stores a request for every address, so that the answer reveals nothing; an automation mails those with sign-ups. */
function requestLinkRoute(platform: Platform): Route {
  return commandRoute(platform, signupApi.requestLink, async ({ body: { email } }, context) => {
    // Without a `visitor` cookie, the request gets a stream of its own; the answer sets no cookie.
    const stream = visitorStream(context.visitorId ?? context.newId())
    await context.send(requestLinkDecider, stream, { type: 'RequestLink', data: { email } })
    return { status: 204, body: undefined }
  })
}

/** Opens the link that was mailed: from then on this device may show and remove the sign-ups of its address. */
function claimSignupsRoute(platform: Platform, links: PrivateLinks): Route {
  return commandRoute(platform, signupApi.claimSignups, async ({ body }, context) => {
    const { email, edition, generation } = await openLink(links, body.link)
    const { visitorId, commandContext } = rememberDevice(context)
    const claim = { type: 'ClaimSignups', data: { email, edition, generation } } as const
    await context.send(claimSignupsDecider, visitorStream(visitorId), claim, { context: commandContext })
    return { status: 200, body: { signups: await readOwnSignups(context.current, visitorId) } }
  })
}

/** Needs the link itself, because a device that signed an address up has not shown that the address is its own. */
function revokeOwnLinkRoute(platform: Platform, links: PrivateLinks): Route {
  return commandRoute(platform, signupApi.revokeOwnLink, async ({ body }, context) => {
    const { email, generation: sentGeneration } = await openLink(links, body.link)
    const latest = (await readSignupsOf(context.current, emailKey(email))).at(-1)
    // Without a sign-up, the name is not known.
    await revokeLinks(links, { person: { name: latest?.person_name ?? '', email }, sentGeneration }, context)
    return { status: 204, body: undefined }
  })
}

/** Lets staff revoke the private link of a volunteer, in case others have it. */
function revokeLinkRoute(platform: Platform, links: PrivateLinks): Route {
  return commandRoute(platform, signupApi.revokeLink, async ({ params: { id } }, context) => {
    const signup = (await readOwnSignup(context.current, id)) ?? dinnerErrors.fail('SIGNUP_NOT_FOUND')
    await revokeLinks(links, { person: { name: signup.person_name, email: signup.email } }, context)
    return { status: 204, body: undefined }
  })
}

async function openLink(links: PrivateLinks, seal: string) {
  const link = await links.open(seal)
  return link.status === 'good' ? link : dinnerErrors.fail(linkErrors[link.status])
}

type Revocation = Pick<RevokeLink['data'], 'person' | 'sentGeneration'>

async function revokeLinks(
  links: PrivateLinks,
  revocation: Revocation,
  { send, current }: CommandRequest,
): Promise<void> {
  const { sql, edition } = current
  const { email } = revocation.person
  const digest = links.computeDigest(email)
  const rowGeneration = await readLinkGeneration(sql, { email, digest, edition })
  const command = { type: 'RevokeLink', data: { ...revocation, rowGeneration } } as const
  await send(revokeLinkDecider, volunteerStream(digest, edition), command)
}
