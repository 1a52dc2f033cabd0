/** The actor that adds the data of the demonstration. */
export const demoActor = { id: 'demo', name: 'Demo data' } as const
