/** One series of a cloud's /metrics, such as `tandem_event_streams` or `tandem_cache_entries{cache="logins"}`; undefined: it is not there. */
export async function metricOf(url: string, series: string): Promise<number | undefined> {
  const lines = (await (await fetch(`${url}/metrics`)).text()).split('\n')
  const line = lines.find((candidate) => candidate.startsWith(`${series} `))
  return line === undefined ? undefined : Number(line.slice(series.length))
}
