import type { HandleResult } from '@ultimate/event-store/commands.ts'
import { withoutKey } from '../../platform/commands.ts'

/** The number of commands of one request that run at once, so that other requests get their turn in between. */
const atOnce = 32

/** Sends a command to each of these teams, which are all known; gives how many of them it changed. */
export async function toEachTeam(
  [first = '', ...others]: readonly string[],
  send: (id: string, options?: typeof withoutKey) => Promise<Pick<HandleResult<unknown, never>, 'outcome'>>,
): Promise<number> {
  const results = [await send(first)]
  for (let index = 0; index < others.length; index += atOnce) {
    const group = others.slice(index, index + atOnce)
    results.push(...(await Promise.all(group.map((id) => send(id, withoutKey)))))
  }
  return results.filter(({ outcome }) => outcome !== 'unchanged').length
}
