import { afterEach, describe, expect, it, vi } from 'vitest'

/** The time as a device in this zone shows it. */
async function shownIn(zone: string, iso: string): Promise<string> {
  vi.stubEnv('TZ', zone)
  vi.resetModules()
  const { venueTime } = await import('./venue-time.ts')
  return venueTime(new Date(iso)).replace('\u202F', ' ')
}

afterEach(() => vi.unstubAllEnvs())

describe('A time at the venue', () => {
  it.each([
    ['America/Chicago', '2025-11-22T23:42:00Z', '5:42 PM'],
    ['America/New_York', '2025-11-22T23:42:00Z', '5:42 PM CST'],
    ['Europe/Berlin', '2025-07-22T23:42:00Z', '6:42 PM CDT'],
    ['America/Winnipeg', '2025-11-22T23:42:00Z', '5:42 PM'],
  ])('is shown on a device in %s: %s as %s', async (zone, iso, shown) => {
    expect(await shownIn(zone, iso)).toBe(shown)
  })
})
