import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { cruise, type ICruiseOptions, type ICruiseResult, type IRegularForbiddenRuleType } from 'dependency-cruiser'
import { partNames } from '../../events/src/platform/part.ts'

/**
 * The boundaries of the app. Paths are relative to the root. `scripts/checks/seams.spec.ts` plants one violation of every
 * rule and fails for a rule that does not find it (docs/decisions/0001).
 */
function rule(
  name: string,
  comment: string,
  from: IRegularForbiddenRuleType['from'],
  to: IRegularForbiddenRuleType['to'],
): IRegularForbiddenRuleType {
  return { name, comment, severity: 'error', from, to }
}

/** Rules of the domain, and the state that they read: servers and browsers run them alike. */
const core = [
  '^events/src/dinner/(?!(?:api|events|published|audit-words)\\.ts$)[^/]+(?<!\\.(?:spec|fixture))\\.ts$',
  '^events/src/tournament/(?!(?:api|events|published|registration|audit-words|.*sentences|.*-api)\\.ts$)(pools/)?[^/]+(?<!\\.(?:spec|fixture))\\.ts$',
  '^events/src/tournament/weekend/(?!(?:events|.*-words|.*-api)\\.ts$)[^/]+(?<!\\.(?:spec|fixture))\\.ts$',
  '^events/src/staff/(errors|edition|edition-labels|user|change-photos|photo-limits)\\.ts$',
  '^events/src/releases/(errors|released-part)\\.ts$',
  '^events/src/(language/(club-colors|club-logo|command|domain-error|edition|edition-facts|fill-facts|fold|forgotten|lazily|look|notes|reported-time|roles|venue-clock|year-page)|platform/errors)\\.ts$',
]

/** The files of modules that may not know SQL, neither by an import nor by the connection that the platform passes on. */
const filesWithoutSql = {
  path: '^backend/src/(tournament|dinner|staff|releases)/',
  pathNot: ['\\.(view|query)\\.ts$', '/module\\.ts$', '/secrets/', '\\.spec\\.ts$'],
}

export const boundaries: readonly IRegularForbiddenRuleType[] = [
  rule(
    'no-circles',
    'Two files that need each other at run time are one file, or miss a third. Types may meet: words about an event take the type from its definition.',
    {},
    { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
  ),
  rule('nothing-unresolved', 'An import must lead somewhere.', {}, { couldNotResolve: true }),
  rule(
    'events-speak-only-for-themselves',
    'The language between the parts does no IO and imports no other part.',
    { path: '^events/src/', pathNot: '\\.(spec|fixture)\\.ts$' },
    { pathNot: ['^events/src/', 'node_modules/(zod|validator)/'] },
  ),
  rule(
    'events-modules-meet-in-published',
    "A module's language is its own; others may only read what it publishes.",
    { path: '^events/src/(tournament|dinner|staff|releases)/' },
    {
      path: '^events/src/(tournament|dinner|staff|releases)/',
      pathNot: ['^events/src/$1/', '^events/src/[^/]+/published\\.ts$'],
    },
  ),
  rule(
    'parts-ship-apart',
    'A part never imports another part: each team ships on its own.',
    { path: '^mfe-([^/]+)/' },
    { path: '^mfe-', pathNot: '^mfe-$1/' },
  ),
  rule(
    'parts-speak-their-own-language',
    "Of another module's language a part may use types: what it bundled would have to be built anew with that module.",
    { path: '^mfe-([^/]+)/', pathNot: '\\.spec\\.tsx?$' },
    {
      path: '^events/src/[^/]+/',
      pathNot: ['^events/src/$1/', '^events/src/(language|platform)/'],
      dependencyTypesNot: ['type-only'],
    },
  ),
  rule(
    'parts-stand-on-the-kit',
    'A part uses the kit and the language, never the shell or the backend.',
    { path: '^mfe-' },
    { path: '^(shell/src|backend)/' },
  ),
  rule(
    'the-shell-loads-parts-at-run-time',
    'The shell knows parts by address only.',
    { path: '^shell/', pathNot: '\\.spec\\.tsx?$' },
    { path: '^(mfe-|backend/)' },
  ),
  rule(
    'the-kit-imports-no-part',
    'The kit is below the shell and the parts.',
    { path: '^shell/kit/' },
    { path: '^(shell/src|mfe-|backend/)' },
  ),
  rule(
    'the-kit-knows-no-module',
    'Parts add the calls of their modules to those of the kit, each in its `operations.ts`.',
    { path: '^shell/kit/', pathNot: '\\.(spec|fixture)\\.tsx?$' },
    { path: '^events/src/(?!language/|platform/)' },
  ),
  rule(
    'screens-take-types-from-the-language',
    'The shell and the kit ship rules, but no schemas: home must stay light.',
    { path: '^shell/', pathNot: '\\.spec\\.tsx?$' },
    { path: '(^events/src|node_modules/zod)/', pathNot: core, dependencyTypesNot: ['type-only'] },
  ),
  rule(
    'rules-make-no-schemas',
    'Browsers run the rules of the server: they import each other and types, and no schema, which costs a phone a third of its start.',
    { path: core },
    { pathNot: core, dependencyTypesNot: ['type-only'] },
  ),
  rule(
    'browsers-load-no-definitions',
    'Definitions of events hold what only the server says: audit sentences, undo wording, live topics. Others take types.',
    {
      path: '^(events/src|shell|mfe-[^/]+)/',
      pathNot:
        '(\\.(spec|fixture)\\.tsx?|^events/src/([^/]+/(events|published)|tournament/weekend/events|.+-words|all-events)\\.ts)$',
    },
    {
      path: '^events/src/([^/]+/(events|published)|tournament/weekend/events|.+-words|all-events)\\.ts$',
      dependencyTypesNot: ['type-only'],
    },
  ),
  rule(
    'secrets-are-decided-on-the-server',
    'Rules about sign-in, private links and other people stay out of the language and of what browsers load.',
    { path: '^(events|shell|mfe-[^/]+)/' },
    { path: '^backend/src/[^/]+/(secrets/|write/.+\\.decider\\.ts$)' },
  ),
  rule(
    'libraries-know-no-product',
    'What is not this product is a package of its own, which could serve another one.',
    { path: '^backend/(?!src/)([^/]+)/' },
    { path: '^(backend/src|events|shell|mfe-[^/]+|scripts|bench)/' },
  ),
  rule(
    'the-event-store-knows-no-http',
    'It stores events and rows for those who ask, and answers no requests.',
    { path: '^backend/event-store/' },
    { path: ['^(node:)?https?$', 'node_modules/(@koa|koa[^/]*)/'] },
  ),
  rule(
    'the-backend-knows-no-screens',
    'The backend serves files it does not read.',
    { path: '^backend/' },
    { path: '^(shell|mfe-[^/]+)/' },
  ),
  rule(
    'modules-ship-apart',
    "A module never imports another module's inside.",
    { path: '^backend/src/(tournament|dinner|staff|releases)/' },
    { path: '^backend/src/(tournament|dinner|staff|releases)/', pathNot: '^backend/src/$1/' },
  ),
  rule(
    'modules-speak-their-own-language',
    "Of another module's language, a module reads only what is published.",
    { path: '^backend/src/(tournament|dinner|staff|releases)/', pathNot: ['\\.spec\\.ts$', '/test-[^/]+\\.ts$'] },
    {
      path: '^events/src/(tournament|dinner|staff|releases)/',
      pathNot: ['^events/src/$1/', '^events/src/[^/]+/published\\.ts$'],
    },
  ),
  rule(
    'a-module-has-one-face',
    'The composition root sees module.ts (and demo.ts for demo data) of a module, nothing behind them.',
    { path: '^backend/src/(test/)?[^/]+\\.ts$', pathNot: '\\.spec\\.ts$' },
    { path: '^backend/src/(tournament|dinner|staff|releases)/', pathNot: '^backend/src/[^/]+/(module|demo)\\.ts$' },
  ),
  rule(
    'the-platform-has-no-domain',
    'The platform carries modules; it does not know them.',
    { path: '^backend/src/platform/', pathNot: '\\.spec\\.ts$' },
    { path: '^backend/src/(tournament|dinner|staff|releases)/' },
  ),
  rule(
    'the-platform-knows-no-module-by-name',
    'The platform gets roles, modules and parts as arguments; it speaks of permissions, principals and names.',
    { path: '^backend/src/platform/', pathNot: ['\\.spec\\.ts$', '\\.fixture\\.ts$', '/test-[^/]+\\.ts$'] },
    {
      path: [
        '^events/src/(tournament|dinner|staff|releases)/',
        '^events/src/language/roles\\.ts$',
        '^backend/src/modules\\.ts$',
      ],
    },
  ),
  rule(
    'decisions-are-pure',
    'A decider and its state see the language and types only: no clock, no database, no HTTP.',
    { path: '^backend/src/[^/]+/write/.+\\.decider\\.ts$' },
    { path: '.', pathNot: ['^events/src/', '^backend/src/[^/]+/write/', '/event-store/src/commands\\.ts$'] },
  ),
  rule(
    'only-queries-know-sql',
    'SQL lives in the platform, in views and queries, and where a module keeps its secrets.',
    filesWithoutSql,
    { path: 'node_modules/postgres/' },
  ),
  rule(
    'only-the-platform-knows-koa',
    'Handlers get a validated request and give an answer.',
    { path: '^backend/src/', pathNot: '^backend/src/platform/http/' },
    { path: 'node_modules/(@koa|koa[^/]*)/' },
  ),
  rule(
    'folders-of-the-event-store-have-one-face',
    'A folder of the store is imported through the file that hands out what others need.',
    { path: '^(backend/.+/|bench/.*)[^/]+\\.ts$', pathNot: '\\.spec\\.ts$' },
    {
      path: '^backend/event-store/src/[^/]+/',
      pathNot: [
        '^$1[^/]+\\.ts$',
        '/append/command-handler\\.ts$',
        '/read/log\\.ts$',
        '/subscribe/subscriptions\\.ts$',
        '/personal-data/event-codec\\.ts$',
        '/rebuild/rebuild\\.ts$',
        '/event-store/src/(tables|fixtures)/',
      ],
    },
  ),
  rule(
    'tables-belong-to-the-event-store',
    'Only the store knows the tables that it keeps events and read models in.',
    { path: '^(backend|bench)/', pathNot: ['^backend/event-store/src/', '\\.(spec|fixture)\\.ts$'] },
    { path: '^backend/event-store/src/tables/' },
  ),
  rule(
    'emmett-is-imported-in-one-file',
    'The package publishes no licence, so it must be replaceable in one place.',
    { path: '^(backend|events)/', pathNot: '^backend/event-store/src/emmett\\.ts$' },
    { path: 'node_modules/@event-driven-io/' },
  ),
  rule(
    'machines-are-pure',
    'A machine imports neither React nor the network; effects are provided by the screen.',
    { path: 'machine\\.ts$' },
    {
      path: [
        'node_modules/(react|react-dom|@tanstack)/',
        '^shell/kit/(request/(answer|api|command-store|live|query|use-command)|form/use-form)\\.ts',
      ],
    },
  ),
  rule(
    'shipped-code-ships-its-packages',
    'What runs in production must not be a development dependency.',
    {
      path: ['^(backend|events)/src/', '^backend/[^/]+/src/'],
      pathNot: ['\\.spec\\.ts$', '/test-[^/]+\\.ts$', '\\.fixture\\.ts$', '/fixtures/'],
    },
    { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'] },
  ),
]

export const options: ICruiseOptions = {
  doNotFollow: { path: 'node_modules' },
  exclude: { path: ['^(dist|backend/dist|shell/dist|mfe-[a-z]+/dist)/', '\\.css$', '\\.svg$', '\\.woff2$'] },
  parser: 'swc',
  tsPreCompilationDeps: 'specify',
  combinedDependencies: true,
  enhancedResolveOptions: {
    exportsFields: ['exports'],
    conditionNames: ['import', 'types', 'node', 'default'],
    extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.d.ts'],
    // Nothing changes while it runs. By default, a busy machine looks most files up again.
    cachedInputFileSystem: { cacheDuration: 600_000 },
  },
}

interface Violation {
  readonly rule: string
  readonly from: string
  readonly to: string
}

const packages = ['events', 'backend', 'shell', ...partNames.map((name) => `mfe-${name}`)]

/** The beginning of a statement, such as "sql<Row[]>`". Fixtures and folders of tests may write tables. */
const sqlStatement = /\bsql(?:<[^`]*>)?`/

function findStatements(root: string): Violation[] {
  const allowed = new RegExp([...filesWithoutSql.pathNot, '\\.fixture\\.ts$', '/test/'].join('|'))
  return globSync('backend/src/**/*.ts', { cwd: root })
    .filter((file) => new RegExp(filesWithoutSql.path).test(file) && !allowed.test(file))
    .filter((file) => sqlStatement.test(readFileSync(join(root, file), 'utf8')))
    .map((from) => ({ rule: 'only-queries-know-sql', from, to: 'a statement' }))
}

/** Finds imports below `root` that cross a boundary, see {@link boundaries}, and SQL outside of views and queries. */
export async function findViolations(root: string, folders: readonly string[] = packages): Promise<Violation[]> {
  const { output } = await cruise([...folders], {
    ...options,
    baseDir: root,
    ruleSet: { forbidden: [...boundaries] },
    validate: true,
  })
  const imports = (output as ICruiseResult).summary.violations
  return [...imports.map(({ rule, from, to }) => ({ rule: rule.name, from, to })), ...findStatements(root)]
}

if (import.meta.main) {
  const violations = await findViolations(process.cwd())
  for (const { rule, from, to } of violations) console.error(`${rule}: ${from} -> ${to}`)
  console.log(
    violations.length === 0 ? 'No import breaks a boundary.' : `${violations.length} imports break a boundary.`,
  )
  process.exitCode = violations.length === 0 ? 0 : 1
}
