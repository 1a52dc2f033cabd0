import { buildSite } from './build.ts'

/** `npm start`: builds what changed, then becomes the backend, in this process, so that signals reach it as they are. */
await buildSite()
await import('../backend/src/main.ts')
