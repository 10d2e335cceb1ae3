import { type KeyedIndex, openIndexes } from '../sources/indexes/openIndexes.js'
import { type Check, createOffCheck, type DoctorParts, type Finding } from './Finding.js'

/** An account that nobody has a key for: small answers, and nobody's privacy. */
const evmProbe = `0x${'1'.repeat(40)}` as const
const solanaProbe = '4vJ9JU1bJJE96FWSJKvHsmmFADCg4gpZQff4P3bkLKi'

/** Services that index chains, with one small call per chain. */
export function indexChecks(parts: DoctorParts): readonly Check[] {
  const { indexes } = parts.config
  if (indexes.length === 0) {
    const text = 'No index is set up: tokens and history as far as the logs of the nodes are read.'
    return [createOffCheck('indexes', text)]
  }
  return indexes.map((settings) => ({
    subject: settings.driver,
    run: (signal) => checkIndex(settings, parts, signal),
  }))
}

/** One chain after the other, because they share the rate of the key. */
async function checkIndex(
  settings: KeyedIndex,
  { config, http, clock }: DoctorParts,
  signal: AbortSignal,
): Promise<readonly Finding[]> {
  const subject = settings.driver
  let failure = ''
  const { indexes, solanaIndexes } = openIndexes([settings], {
    http,
    clock,
    log: ({ reason = '' }) => {
      failure = reason.replace(/^IndexError /, '')
    },
  })
  const findings: Finding[] = []
  for (const chain of settings.chains) {
    if (signal.aborted) break
    const name = config.chains.find(({ id }) => id === chain)?.name ?? chain
    const { compressed, signatures } = solanaIndexes
    const found = compressed.serves(chain)
      ? await compressed.read(chain, (index, signal) =>
          index.findCompressed(chain, solanaProbe, 1, 1, signal),
        )
      : await indexes.read(chain, (index, signal) => index.findTokens(chain, evmProbe, signal))
    findings.push(
      found
        ? { status: 'works', subject, text: `Indexes ${name}.` }
        : { ...describe(failure, name), subject },
    )
    if (found && signatures.serves(chain)) {
      const history = await signatures.read(chain, (index, signal) =>
        index.findSignatures(chain, solanaProbe, undefined, 1, signal),
      )
      if (!history) findings.push({ ...describe(failure, `the history of ${name}`), subject })
    }
    // The service would refuse the other chains too.
    if (!found && failure !== 'unsupported') break
  }
  return findings
}

function describe(code: string, chain: string): Pick<Finding, 'status' | 'text'> {
  switch (code) {
    case 'unsupported':
      return { status: 'limited', text: `Not ${chain}: this plan or service does not have it.` }
    case 'unauthorized':
      return { status: 'broken', text: `Nothing on ${chain}: it refuses the key.` }
    case 'rate-limited':
      return { status: 'broken', text: `Nothing on ${chain}: it has had too many requests.` }
    case 'malformed':
      return { status: 'broken', text: `Nothing on ${chain}: its answer is not what it documents.` }
    default:
      return { status: 'broken', text: `Nothing on ${chain}: it does not answer.` }
  }
}
