/** The log methods that the store uses; a pino logger has them. */
export interface StoreReport {
  warn(details: object, message: string): void
  error(details: object, message: string): void
}

export const silent: StoreReport = { warn: () => {}, error: () => {} }
