import { tournament } from '@ultimate/backend/tournament/module.ts'
import { serveModule } from './composed.ts'

/** The tournament as it is: command, event, row in one statement. */
await serveModule(process.argv[2] ?? '', tournament)
