import { dinnerRefusals } from '@ultimate/events/dinner/refusals.ts'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { networkOf } from '../../platform/http/network-of.ts'

const windowSeconds = 15 * 60
/** Eight times all dishes of a tournament: a whole club, or the whole field, may sit behind one address. */
const perNetwork = 5000

/** Brakes whoever signs up and steps down without end; counted by each backend for itself. */
export interface SignUpLimit {
  /** Does what is counted; what is refused does not count. Refuses with TOO_MANY_SIGNUPS. */
  counted<Done>(address: string, signUp: () => Promise<Done>): Promise<Done>
}

export function signUpLimit(points = perNetwork): SignUpLimit {
  const networks = new RateLimiterMemory({ points, duration: windowSeconds })
  return {
    async counted(address, signUp) {
      const network = networkOf(address)
      await networks.consume(network).catch((error: unknown) => {
        if (!(error instanceof RateLimiterRes)) throw error
        dinnerRefusals.refuse('TOO_MANY_SIGNUPS', undefined, Math.ceil(error.msBeforeNext / 1000) || 1)
      })
      try {
        return await signUp()
      } catch (error) {
        await networks.reward(network)
        throw error
      }
    },
  }
}
