import { stopWithParent } from './stop-with-parent.ts'

// What `npm start` runs, without the build.
stopWithParent()
await import('../backend/src/main.ts')
