// Who may import whom. The folders are drawn in ARCHITECTURE.md.
/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } } },
    { name: 'shared-stands-alone', severity: 'error', from: { path: '^shared/' }, to: { path: '^(electron|cloud|renderer|test|scripts)/' } },
    { name: 'pure-folders-are-pure', comment: 'schema, contract, domain and sync run anywhere: no node modules, no HTTP', severity: 'error', from: { path: '^shared/(schema|contract|domain|sync)/', pathNot: '[.]test[.]ts$' }, to: { path: '^shared/(http|node)/', dependencyTypesNot: ['type-only'] } },
    { name: 'pure-folders-without-node', severity: 'error', from: { path: '^shared/(schema|contract|domain|sync)/', pathNot: '[.]test[.]ts$' }, to: { dependencyTypes: ['core'] } },
    { name: 'schema-is-lowest', severity: 'error', from: { path: '^shared/schema/' }, to: { path: '^shared/(contract|domain|sync)/' } },
    { name: 'domain-and-sync-know-no-contract', severity: 'error', from: { path: '^shared/(domain|sync)/' }, to: { path: '^shared/contract/' } },
    { name: 'service-is-plain-node', severity: 'error', from: { path: '^electron/service/' }, to: { path: '^(electron/(main|preload)/|node_modules/electron/)' } },
    { name: 'service-knows-no-window-or-cloud', severity: 'error', from: { path: '^electron/service/' }, to: { path: '^(renderer|cloud|test)/' } },
    { name: 'cloud-stands-apart', comment: 'it is deployed without the desktop', severity: 'error', from: { path: '^cloud/' }, to: { path: '^(electron|renderer|scripts)/' } },
    {
      name: 'desktop-talks-http',
      comment: 'to the service that it starts, and to the cloud; what it may know of the service is how one starts and finds it, and the notifier and cipher that it brings along',
      severity: 'error',
      from: { path: '^electron/(main|preload|cli)/', pathNot: '[.]test[.]ts$' },
      to: {
        path: '^(cloud|renderer)/|^electron/service/',
        pathNot: '^electron/service/(config|main|start-service|start-error|sign-in/token-file|db/running-url|settings/settings-file|reminders/notifier|secrets/secret-place)[.]ts$',
      },
    },
    {
      name: 'stores-are-private',
      comment: 'a feature uses another through its use-case; only the modules, which wire them, see all stores',
      severity: 'error',
      from: { path: '^(electron/service|cloud)/([^/]+)/', pathNot: '[.]test[.]ts$|^electron/service/modules/' },
      to: { path: '^(electron/service|cloud)/([^/]+)/.*-store[.]ts$', pathNot: '^(electron/service|cloud)/$2/' },
    },
    {
      name: 'modules-are-wiring',
      comment: 'modules know the features, never the other way round (but for the type of what they put together)',
      severity: 'error',
      from: { path: '^(electron/service|cloud)/[^/]+/', pathNot: '^(electron/service|cloud)/modules/' },
      to: { path: '^(electron/service|cloud)/modules/', dependencyTypesNot: ['type-only'] },
    },
    { name: 'window-talks-http', severity: 'error', from: { path: '^renderer/' }, to: { path: '^(electron|cloud|test)/' } },
    { name: 'window-without-node', severity: 'error', from: { path: '^renderer/', pathNot: 'vite[.]config' }, to: { dependencyTypes: ['core'] } },
    { name: 'features-are-siblings', severity: 'error', from: { path: '^renderer/features/([^/]+)/' }, to: { path: '^renderer/features/([^/]+)/', pathNot: '^renderer/features/$1/' } },
    { name: 'features-know-no-frame', comment: 'screens register in app/screens.tsx', severity: 'error', from: { path: '^renderer/features/' }, to: { path: '^renderer/app/' } },
    { name: 'frame-knows-registered-screens', severity: 'error', from: { path: '^renderer/app/', pathNot: '^renderer/app/screens[^/]*[.]tsx?$' }, to: { path: '^renderer/features/' } },
    { name: 'data-knows-no-screens', severity: 'error', from: { path: '^renderer/data/' }, to: { path: '^renderer/(app|features|ui)/' } },
    {
      name: 'data-asks-the-backend-it-is-given',
      comment: 'backend.ts is the interface; only the start of the window knows which one it is, and the screens of the account belong to the cloud',
      severity: 'error',
      from: { path: '^renderer/', pathNot: '^renderer/(backend/cloud/|app/start-cloud[.]ts$|features/account/)' },
      to: { path: '^renderer/backend/cloud/' },
    },
    {
      name: 'local-backend-is-given',
      severity: 'error',
      from: { path: '^renderer/', pathNot: '^renderer/app/main[.]tsx$' },
      to: { path: '^renderer/backend/local[.]ts$' },
    },
    { name: 'backend-knows-nobody-who-shows', comment: 'it tells a listener (backend/listener.ts)', severity: 'error', from: { path: '^renderer/backend/' }, to: { path: '^renderer/(data|features|app|ui)/' } },
    { name: 'nobody-asks-where-they-are', comment: 'they ask abilities.ts what can be done', severity: 'error', from: { path: '^renderer/', pathNot: '^renderer/(backend/|app/main[.]tsx$)' }, to: { path: '^renderer/backend/home[.]ts$' } },
    { name: 'lib-is-below-all', severity: 'error', from: { path: '^renderer/lib/' }, to: { path: '^renderer/(app|features|data|backend|ui)/' } },
    { name: 'ui-knows-no-data', severity: 'error', from: { path: '^renderer/ui/' }, to: { path: '^(renderer/(features|data|app)/|renderer/backend/(api|backend|cloud)|shared/(contract|http))' } },
    {
      name: 'german-stands-alone',
      comment: "the window's first file waits for its language: a module that both need would be in that file, and they would wait for each other",
      severity: 'error',
      from: { path: '^renderer/messages/de([.]ts|/)' },
      // The English words are there as types only.
      to: { pathNot: '^renderer/messages/de/', dependencyTypesNot: ['type-only'] },
    },
    { name: 'nobody-imports-tests', severity: 'error', from: { pathNot: '^(test|scripts)/|[.]test[.]tsx?$' }, to: { path: '^test/|[.]test[.]tsx?$' } },
    { name: 'no-orphans', severity: 'error', from: { orphan: true, pathNot: ['[.]d[.]ts$', 'config[.]ts$', '[.]test[.]ts$', '^scripts/', '^renderer/public/', '-worker[.]ts$', 'shared/contract/typebox-as-data', 'renderer/shell-worker']  }, to: {} },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    // The other parser knows neither `import type` nor every dynamic import without a TypeScript before 7.
    parser: 'swc',
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
}
