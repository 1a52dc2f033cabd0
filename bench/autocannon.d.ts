/** The part of autocannon that benches use. It has no types of its own, and is installed when a bench first runs. */
declare module 'autocannon' {
  interface Options {
    url: string
    method: string
    connections: number
    duration: number
    body?: string
    headers?: Record<string, string>
    requests?: { setupRequest: (request: object) => object }[]
  }
  interface Result {
    duration: number
    errors: number
    timeouts: number
    non2xx: number
    '2xx': number
    '3xx': number
  }
  export default function autocannon(options: Options): Promise<Result>
}
