import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack'
import { Compilation, type Configuration, rspack } from '@rspack/core'
import { ReactRefreshRspackPlugin } from '@rspack/plugin-react-refresh'
import { transformSync } from '@swc/core'
import { subset } from 'semver'
import { partNames } from './events/src/platform/part.ts'
import { LeanContainerRuntime, leanShellRuntime } from './scripts/lean-federation.ts'
import { PartManifestPlugin, sriHash } from './scripts/part-manifest.ts'

/**
 * One configuration for the shell and the parts. Each is built into `dist/<name>` and served below `/parts/<name>/`;
 * which of them a run builds is chosen with `--config-name`. Reasons for the options: docs/decisions/0002 and
 * docs/decisions/0036.
 */
const root = import.meta.dirname
const development = process.env.NODE_ENV === 'development'

interface Package {
  readonly version: string
  readonly dependencies?: Readonly<Record<string, string>>
}
const packageIn = (folder: string): Package => JSON.parse(readFileSync(resolve(root, folder, 'package.json'), 'utf8'))
const readVersion = (name: string) => packageIn(`node_modules/${name}`).version

const kit = (file: string) => `@ultimate/kit/${file}`

/**
 * Files of the kit with a state of their own, or with a class that `instanceof` compares. Each names the first version
 * of the kit that shares it. They import each other by their full names too: a relative import would give each part its
 * own copy.
 */
export const sharedKitSince = {
  'request/api.ts': '1.0.0',
  'state/answers.ts': '1.0.0',
  'state/auth.tsx': '1.0.0',
  'state/device-clock.ts': '1.0.0',
  'event/edition.ts': '1.30.0',
  'state/kept.ts': '1.0.0',
  'state/line.ts': '1.0.0',
  'request/live.ts': '1.0.0',
  'outbox/outbox.ts': '1.0.0',
  'request/query.ts': '1.0.0',
  'request/use-command.ts': '1.37.0',
  'state/release.ts': '1.0.0',
  'router.ts': '1.0.0',
  'sending/send-command.ts': '1.24.0',
  'sending/send-from-toast.ts': '1.16.0',
  'state/session.ts': '1.0.0',
  'components/overlays/overlay-history.ts': '1.21.0',
  'components/toasts/toast.ts': '1.0.0',
  'state/waiting.ts': '1.0.0',
  'undo/undoable.ts': '1.5.0',
}

export const sharedKitFiles: readonly string[] = Object.keys(sharedKitSince)

export const sharedPackages = ['react', 'react-dom', 'react/jsx-runtime', 'react-dom/client']

/** By package, the version that the shell shares with the parts. */
export const sharedVersions = (): Record<string, string> =>
  Object.fromEntries(['react', 'react-dom', '@ultimate/kit'].map((name) => [name, readVersion(name)]))

/**
 * What exists once in the page: packages with state, and the kit. Packages that are used in part only are shared through
 * the kit's facades. The shell lends them all (`shell/src/remotes/shares.ts`). A part takes any React of the major that it
 * was built with, and any kit in the range that its `package.json` names. It brings a copy of its own only of files that
 * not every kit in that range shares.
 */
export function shared(folder: string): Record<string, object> {
  const shareOnce = (version: string, requiredVersion: string) => ({
    singleton: true,
    strictVersion: true,
    version,
    requiredVersion,
  })
  const kitRange = packageIn(folder).dependencies?.['@ultimate/kit']
  if (!kitRange) throw new Error(`${folder}/package.json names no range of versions of @ultimate/kit.`)
  return Object.fromEntries([
    ...sharedPackages.map((name) => {
      const version = readVersion(name.split('/')[0] ?? name)
      // Every shell has React: no part needs to bring its own in case there were none.
      return [name, { ...shareOnce(version, `^${version.split('.')[0]}`), import: false }]
    }),
    ...Object.entries(sharedKitSince).map(([file, since]) => [
      kit(file),
      {
        ...shareOnce(readVersion('@ultimate/kit'), kitRange),
        ...(subset(kitRange, `>=${since}`) && { import: false }),
      },
    ]),
  ])
}

/** The first edition, which pages of the shell never show: they name their own. */
const withoutDefaultEdition = () =>
  new rspack.NormalModuleReplacementPlugin(/\/default-edition\.ts$/, resolve(root, 'shell/src/no-default-edition.ts'))

/** A part uses the federation runtime of the shell, which lends it (`shell/src/remotes`) and needs no plugin. */
function federation(name: string, folder: string): ModuleFederationPlugin {
  return new ModuleFederationPlugin({
    name,
    dts: false,
    manifest: true,
    shareStrategy: 'loaded-first',
    filename: 'js/remoteEntry.[contenthash:10].js',
    exposes: { './mfe': './src/mfe.ts' },
    shared: shared(folder),
    experiments: { optimization: { target: 'web' }, externalRuntime: true },
  })
}

const swc = {
  loader: 'builtin:swc-loader',
  options: {
    jsc: {
      parser: { syntax: 'typescript', tsx: true },
      transform: { react: { runtime: 'automatic', development, refresh: development } },
    },
    env: { targets: 'chrome >= 119, edge >= 119, firefox >= 120, safari >= 17.4' },
  },
}

const rules = [
  { test: /\.tsx?$/, use: swc, type: 'javascript/auto' as const },
  { test: /\.css$/, type: 'css/auto' as const },
  { test: /\.(woff2|svg|png)$/, type: 'asset/resource' as const },
]

/**
 * Packages that change less often than our code, in files of their own. A visitor who comes back after a release has
 * them already, and a browser may compile them side by side.
 */
const lasting = {
  shell: {
    react: {
      test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/,
      name: 'react',
      chunks: 'initial',
      enforce: true,
    },
    router: { test: /node_modules[\\/]react-router[\\/]/, name: 'router', chunks: 'initial', enforce: true },
    // With what the shell itself needs for its parts: never without it.
    federation: { test: /node_modules[\\/]@module-federation[\\/]/, name: 'parts', chunks: 'async', enforce: true },
  },
  part: {
    schemas: { test: /node_modules[\\/]zod[\\/]/, name: 'zod', chunks: 'async', enforce: true },
    machines: { test: /node_modules[\\/](xstate|@xstate)[\\/]/, name: 'xstate', chunks: 'async', enforce: true },
  },
} as const

const hash = development ? '' : '.[contenthash:10]'

function commonOptions(name: string, folder: string): Configuration {
  return {
    name,
    context: resolve(root, folder),
    mode: development ? 'development' : 'production',
    // Built for the errors that pages report, and not served: no script names its map.
    devtool: development ? 'source-map' : 'hidden-source-map',
    resolve: {
      extensions: ['.ts', '.tsx', '.js'],
      alias: { zod$: resolve(root, 'events/src/language/zod-without-eval.ts') },
    },
    module: {
      rules,
      // A custom property keeps its name, so that a page can set those of the tokens.
      parser: { 'css/auto': { namedExports: false, dashedIdents: false } },
      // The prerendered page must name its classes as the shell does, whose styles it is drawn with.
      generator: { 'css/auto': { localIdentName: `${name}-[hash:8]-[local]` } },
    },
    optimization: {
      splitChunks: { cacheGroups: lasting[name === 'shell' ? 'shell' : 'part'] },
      minimizer: [
        new rspack.SwcJsMinimizerRspackPlugin({
          minimizerOptions: { ecma: 2022, compress: { ecma: 2022, passes: 2 } },
        }),
        new rspack.LightningCssMinimizerRspackPlugin({ minimizerOptions: { targets: 'safari >= 17.4' } }),
      ],
    },
    performance: false,
    lazyCompilation: false,
    // Two files of a part may import the kit's components in different orders. The order of their style sheets does not
    // matter, because no element has classes of two of them.
    ignoreWarnings: [/Conflicting order/],
    stats: 'errors-warnings',
    // The federation plugin remarks on every build that addresses are found at run time, which is the purpose.
    infrastructureLogging: { level: 'error' },
  }
}

/** The page that every address answers with; the backend fills in its two comments. */
function htmlPage() {
  return new rspack.HtmlRspackPlugin({ template: './src/index.html', filename: 'index.html', scriptLoading: 'defer' })
}

/** Icons and the like, which browsers look for at the root of the site. */
function rootFiles() {
  return new rspack.CopyRspackPlugin({ patterns: ['kit/art/static', 'public'].map((from) => ({ from, to: 'root' })) })
}

/** The service worker, whose address must stay the same: one file without imports, so no bundle. */
function serviceWorker() {
  const transform = (content: Buffer) =>
    transformSync(content.toString(), {
      jsc: { parser: { syntax: 'typescript' }, target: 'es2022', minify: { compress: true, mangle: true } },
      minify: !development,
    }).code
  return new rspack.CopyRspackPlugin({ patterns: [{ from: 'worker/sw.ts', to: 'root/sw.js', transform }] })
}

/**
 * With this comment, Chromium compiles the whole file in the background while it loads, and not each function at its
 * first call. Most functions of a file are called as soon as it is loaded; of zod's, only a quarter.
 */
function compiledEarly() {
  return new rspack.BannerPlugin({
    banner: '//# allFunctionsCalledOnLoad',
    raw: true,
    test: /^js\/(?!zod\.).*\.js$/,
    // After the minimizer, which takes comments away, and before the digests.
    stage: Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE + 1,
  })
}

/** Pictures that previews of links show of a part's pages. */
function previews() {
  return new rspack.CopyRspackPlugin({ patterns: [{ from: 'previews', to: 'previews', noErrorOnMissing: true }] })
}

/** A part whose package is in this folder, relative to the root of the repository or absolute. */
export const partBundle = (name: string, folder: string): Configuration => bundle(name, folder)

function bundle(name: string, folder: string): Configuration {
  const isShell = name === 'shell'
  const common = commonOptions(name, folder)
  return {
    ...common,
    entry: isShell ? './src/main.tsx' : {},
    output: {
      path: resolve(root, 'dist', name),
      uniqueName: name,
      publicPath: isShell || development ? `/parts/${name}/` : 'auto',
      filename: `js/[name]${hash}.js`,
      chunkFilename: `js/[name]${hash}.js`,
      cssFilename: `css/[name]${hash}.css`,
      cssChunkFilename: `css/[name]${hash}.css`,
      assetModuleFilename: `assets/[name]${hash}[ext]`,
      crossOriginLoading: isShell ? false : 'anonymous',
      // A module whose imports failed is half evaluated. Without this, the next try would take it from the cache.
      strictModuleErrorHandling: true,
      // What the shell loads late is small, and a press waits for it.
      chunkLoadTimeout: isShell ? 8_000 : 20_000,
      clean: false,
    },
    plugins: [
      ...(isShell ? leanShellRuntime() : [federation(name, folder), new LeanContainerRuntime()]),
      // A part's entry vouches for the files that it loads, so that a digest of the entry stands for the whole part.
      ...(isShell || development ? [] : [new rspack.SubresourceIntegrityPlugin({ hashFuncNames: [sriHash] })]),
      ...(isShell
        ? [htmlPage(), rootFiles(), serviceWorker()]
        : [new PartManifestPlugin(folder, !development), previews()]),
      ...(development ? [new ReactRefreshRspackPlugin()] : [compiledEarly()]),
      ...(isShell && !development ? [withoutDefaultEdition()] : []),
    ],
  }
}

/**
 * The same app as one bundle, without federation: what `npm run bench` compares with. `folder` is where it goes;
 * `loader` stands in for the file that loads parts at run time.
 */
export function withoutFederation(folder: string, loader: string): Configuration {
  const federated = bundle('shell', 'shell')
  return {
    ...federated,
    name: 'without-federation',
    output: { ...federated.output, path: folder },
    plugins: [htmlPage(), new rspack.NormalModuleReplacementPlugin(/remotes\/load-part\.ts$/, loader), compiledEarly()],
  }
}

/** The home page as markup: run once per build by `scripts/build.ts`, never sent to a browser. */
function prerender(): Configuration {
  const shell = commonOptions('shell', 'shell')
  return {
    ...shell,
    name: 'prerender',
    target: 'node24',
    devtool: false,
    entry: './src/prerender.tsx',
    module: {
      ...shell.module,
      generator: { 'css/auto': { ...shell.module?.generator?.['css/auto'], exportsOnly: true } },
    },
    optimization: { minimize: false },
    output: {
      path: resolve(root, 'dist/prerender'),
      filename: 'prerender.mjs',
      library: { type: 'module' },
      uniqueName: 'shell',
      chunkFormat: 'module',
      asyncChunks: false,
    },
    plugins: [],
  }
}

export default [bundle('shell', 'shell'), ...partNames.map((name) => partBundle(name, `mfe-${name}`)), prerender()]
