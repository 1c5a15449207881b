// Who may import whom. The folders are drawn in ARCHITECTURE.md.
/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } } },
    { name: 'shared-stands-alone', severity: 'error', from: { path: '^shared/' }, to: { path: '^(electron|cloud|renderer|test|scripts)/' } },
    { name: 'pure-folders-are-pure', comment: 'schema, contract, domain and sync run anywhere: no node modules, no HTTP', severity: 'error', from: { path: '^shared/(schema|contract|domain|sync)/', pathNot: '[.]test[.]ts$' }, to: { path: '^shared/http/', dependencyTypesNot: ['type-only'] } },
    { name: 'pure-folders-without-node', severity: 'error', from: { path: '^shared/(schema|contract|domain|sync)/', pathNot: '[.]test[.]ts$' }, to: { dependencyTypes: ['core'] } },
    { name: 'schema-is-lowest', severity: 'error', from: { path: '^shared/schema/' }, to: { path: '^shared/(contract|domain|sync)/' } },
    { name: 'domain-knows-no-contract', severity: 'error', from: { path: '^shared/domain/' }, to: { path: '^shared/contract/' } },
    { name: 'service-is-plain-node', severity: 'error', from: { path: '^electron/service/' }, to: { path: '^(electron/(main|preload)/|node_modules/electron/)' } },
    { name: 'service-knows-no-window-or-cloud', severity: 'error', from: { path: '^electron/service/' }, to: { path: '^(renderer|cloud|test)/' } },
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
    { name: 'ui-knows-no-data', severity: 'error', from: { path: '^renderer/ui/' }, to: { path: '^(renderer/(features|data|app)/|renderer/backend/(api|cloud)|shared/(contract|http))' } },
    {
      name: 'german-stands-alone',
      comment: "the window's first file waits for its language: a module that both need would be in that file, and they would wait for each other",
      severity: 'error',
      from: { path: '^renderer/messages/de([.]ts|/)' },
      // The English words are there as types only.
      to: { pathNot: '^renderer/messages/(de/|en[.]ts|en/(?!plural))' },
    },
    { name: 'nobody-imports-tests', severity: 'error', from: { pathNot: '^(test|scripts)/|[.]test[.]tsx?$' }, to: { path: '^test/|[.]test[.]tsx?$' } },
    { name: 'no-orphans', severity: 'error', from: { orphan: true, pathNot: ['[.]d[.]ts$', 'config[.]ts$', '[.]test[.]ts$', '^scripts/', '^renderer/public/', '-worker[.]ts$', 'shared/contract/typebox-as-data', 'renderer/shell-worker']  }, to: {} },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
}
