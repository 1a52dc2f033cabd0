/** How often to look whether whoever started us is still there, in milliseconds. */
const lookEveryMs = 250

/**
 * npm passes a SIGTERM on to the shell between us, which ends without passing it on. So losing the parent means the
 * same: stop in order. Ctrl-C reaches us directly. Does nothing outside npm.
 */
export function stopWithParent(): void {
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, lookEveryMs)
  watch.unref()
}
