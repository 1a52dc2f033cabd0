/**
 * Runs the work on one stream one after the other within this process. Without it, writers of a busy stream would keep
 * loading and deciding in vain; other processes are met by the version check alone.
 */
export function perStream(): <T>(stream: string, work: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<unknown>>()
  return (stream, work) => {
    const running = last.get(stream)
    const result = running ? running.then(work, work) : work()
    last.set(stream, result)
    const finished = () => {
      if (last.get(stream) === result) last.delete(stream)
    }
    result.then(finished, finished)
    return result
  }
}
