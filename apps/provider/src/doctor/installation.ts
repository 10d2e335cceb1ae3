import { checkServer } from '../store/openDatabase.js'
import { type Check, createOffCheck, type DoctorParts, type Finding, hostOf } from './Finding.js'
import { describeStatus, problemOf } from './problemOf.js'

/** Contains `hello` itself, so every gateway has it. */
const inlineFile = 'bafkqablimvwgy3y'

/** The database, the IPFS gateway and the provider's own addresses. */
export function installationChecks({ config, http }: DoctorParts): readonly Check[] {
  const { databaseUrl, dataDir, publicUrl, loginUrl, relayUrls } = config
  const addresses = { api: publicUrl, login: loginUrl, relay: relayUrls[0]?.replace(/^ws/, 'http') }
  return [
    {
      subject: 'database',
      async run() {
        const subject = 'database'
        if (databaseUrl === undefined) {
          return [{ status: 'works', subject, text: `Embedded, in ${dataDir}.` }]
        }
        const problem = await checkServer(databaseUrl)
        const host = hostOf(databaseUrl)
        return [
          problem === undefined
            ? { status: 'works', subject, text: `${host} answers.` }
            : { status: 'broken', subject, text: `Nothing starts: ${host} ${problem}.` },
        ]
      },
    },
    config.ipfsGateway === undefined
      ? createOffCheck('ipfs', 'No gateway: no pictures and metadata from IPFS.')
      : { subject: 'ipfs', run: (signal) => checkGateway(config.ipfsGateway ?? '', signal) },
    ...Object.entries(addresses).map(
      ([subject, url]): Check =>
        url === undefined
          ? createOffCheck(subject, 'No public address: for this machine only.')
          : { subject, run: (signal) => checkAddress(subject, url, signal) },
    ),
  ]

  async function checkGateway(url: string, signal: AbortSignal): Promise<readonly Finding[]> {
    const [subject, host] = ['ipfs', hostOf(url)]
    try {
      const target = `${url.replace(/\/$/, '')}/ipfs/${inlineFile}`
      const { status } = await http.send(target, { method: 'GET', signal })
      if (status === 200) return [{ status: 'works', subject, text: `${host} works.` }]
      return [{ status: 'broken', subject, text: `${host} ${describeStatus(status)}.` }]
    } catch (error) {
      return [{ status: 'broken', subject, text: `${host} ${problemOf(error)}.` }]
    }
  }

  /** Before the first start nothing answers, which is not a fault of the settings. */
  async function checkAddress(
    subject: string,
    url: string,
    signal: AbortSignal,
  ): Promise<readonly Finding[]> {
    try {
      const { status } = await http.send(new URL('/health', url).href, { method: 'GET', signal })
      if (status === 200) return [{ status: 'works', subject, text: `${url} answers.` }]
      return [{ status: 'limited', subject, text: `${url} ${describeStatus(status)}.` }]
    } catch (error) {
      return [{ status: 'limited', subject, text: `${url} ${problemOf(error)}: is it started?` }]
    }
  }
}
