/**
 * How long tests wait for a condition, and how often they look, in milliseconds. A second, which is what Vitest and the
 * Testing Library wait by themselves, is too short on a machine whose cores are full for the whole run.
 */
export const patience = { timeout: 20_000, interval: 20 } as const
