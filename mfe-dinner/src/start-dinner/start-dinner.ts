import { call } from '@ultimate/kit/request/api.ts'

/** Starts dinner, without a question first. From here on dishes on the buffet are timed. */
export const startDinner = (idempotencyKey: string) =>
  call('POST /api/dinner-management/session/start', {}, { idempotencyKey })
