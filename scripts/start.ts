import { buildSite } from './build.ts'
import { stopWithParent } from './stop-with-parent.ts'

/** `npm start`: builds what changed, then becomes the backend, in this process, so that signals reach it as they are. */
stopWithParent()
await buildSite()
await import('../backend/src/main.ts')
