/** Given, when, then: Emmett's, which the backend depends on. Specifications alone reach across. */
export { DeciderSpecification } from '@ultimate/event-store/emmett.ts'
