/** The part of Fastify that a peer uses. Fastify is installed when a bench first runs, so its own types may be absent. */
declare module 'fastify' {
  interface Request {
    readonly headers: Readonly<Record<string, string | undefined>>
    readonly params: unknown
    readonly body: unknown
  }
  interface Reply {
    code(status: number): Reply
    send(body: unknown): Reply
  }
  type Handler = (request: Request, reply: Reply) => Promise<unknown>
  interface Server {
    get(path: string, handler: Handler): void
    put(path: string, handler: Handler): void
    setErrorHandler(handler: (error: Error & { statusCode?: number }, request: Request, reply: Reply) => unknown): void
    setNotFoundHandler(handler: (request: Request, reply: Reply) => unknown): void
    listen(options: { host: string; port: number }): Promise<string>
    readonly server: import('node:http').Server
  }
  export default function fastify(): Server
}
