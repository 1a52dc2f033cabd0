/** Where the store says what people should know; pino's loggers fit. */
export interface StoreReport {
  warn(details: object, message: string): void
  error(details: object, message: string): void
}

export const silent: StoreReport = { warn: () => {}, error: () => {} }
