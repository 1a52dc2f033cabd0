import { buildSite } from './build.ts'

/** How often to look whether whoever started us is still there, in milliseconds. */
const lookEveryMs = 250

/**
 * npm passes a SIGTERM on to the shell between us, which ends without passing it on. So losing the parent means the
 * same: stop in order. Ctrl-C reaches us directly.
 */
function stopWithParent(): void {
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, lookEveryMs)
  watch.unref()
}

/** `npm start`: builds what changed, then becomes the backend, in this process, so that signals reach it as they are. */
if (process.env.npm_lifecycle_event) stopWithParent()
await buildSite()
await import('../backend/src/main.ts')
