import { createHmac, timingSafeEqual } from 'node:crypto'
import { platformApi, platformErrors } from '@ultimate/events/platform/api.ts'
import type { Configuration } from '../../configuration/configuration.ts'
import { type RequestContext, type Route, route } from '../http-route.ts'
import type { HttpContext } from '../state.ts'

/** The testing gate: before visitors may use anything under /api, they enter a password that all share. */
export interface Gate {
  readonly enabled: boolean
  isOpen(cookie: string | undefined): boolean
  /** Rejects requests of browsers for which the gate is closed. */
  require(ctx: HttpContext): void
  readonly routes: readonly Route[]
}

export const gateCookie = 'gate'

export function gate({ gatePassword, authSecret }: Pick<Configuration, 'gatePassword' | 'authSecret'>): Gate {
  const enabled = gatePassword !== null
  const sign = (text: string) => createHmac('sha256', authSecret).update(text).digest('base64url')
  // Follows from the password, so that a new password closes the gate again.
  const pass = sign(`gate open: ${gatePassword ?? ''}`)
  const isOpen = (cookie: string | undefined) => !enabled || (cookie !== undefined && isSame(cookie, pass))

  async function open(password: string, { setCookie }: RequestContext) {
    if (!enabled) return { status: 204, body: undefined }
    if (!isSame(sign(password), sign(gatePassword))) platformErrors.fail('WRONG_GATE_PASSWORD')
    setCookie(gateCookie, pass, {})
    return { status: 204, body: undefined }
  }

  return {
    enabled,
    isOpen,
    require: (ctx) => {
      if (enabled && !isOpen(ctx.cookies.get(gateCookie))) platformErrors.fail('GATE_CLOSED')
    },
    routes: [
      route(platformApi.readGate, async (_, { cookie }) => ({
        status: 200,
        body: { enabled, open: isOpen(cookie(gateCookie)) },
      })),
      route(platformApi.openGate, ({ body }, context) => open(body.password, context)),
    ],
  }
}

/** Takes the same time wherever the texts differ. */
function isSame(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}
