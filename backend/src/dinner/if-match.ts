import type { RequestContext } from '../platform/http/route.ts'

/** For the command bus: the stream's version that the caller saw, if it said so. */
export const ifMatch = ({ expectedVersion }: RequestContext): { expectedVersion?: number } =>
  expectedVersion === undefined ? {} : { expectedVersion }
