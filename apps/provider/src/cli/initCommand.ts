import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { defaultDataDir, readConfig } from '../config/readConfig.js'
import { writeDurably } from '../durableFile.js'
import { ConfigError } from '../errors/ConfigError.js'

export const initUsage = `latchkey-provider init [--data-dir <path>] [--domain <name>] [--sites <list>] [--preset <name>]
                       [--database-url <url>] [--mail-url <url>] [--mail-from <address>]
                                       asks what is not given and writes provider.json`

type Terminal = {
  readonly input: NodeJS.ReadableStream
  readonly output: NodeJS.WritableStream
}

type Answers = Readonly<Record<Question['flag'], string>>

type Question = {
  readonly flag: 'domain' | 'sites' | 'preset' | 'database-url' | 'mail-url' | 'mail-from'
  readonly text: string
  /** Undefined if an answer is needed. */
  fallback(answers: Partial<Answers>): string | undefined
  isNeeded?(answers: Partial<Answers>): boolean
}

const questions: readonly Question[] = [
  {
    flag: 'domain',
    text: 'Domain of the provider; api., relay. and login. are put in front of it',
    fallback: () => undefined,
  },
  {
    flag: 'sites',
    text: 'Sites that use the widget, separated by commas',
    fallback: ({ domain }) => `https://${domain},https://*.${domain}`,
  },
  {
    flag: 'preset',
    text: 'Chains: "mainnet" for the public ones, "none" to add your own to the file',
    fallback: () => 'mainnet',
  },
  {
    flag: 'database-url',
    text: 'PostgreSQL, such as postgres://user:password@127.0.0.1/latchkey; empty for the embedded one',
    fallback: () => '',
  },
  {
    flag: 'mail-url',
    text: 'Mail server for log-ins, such as smtp://user:password@mail.example:587; empty for no log-ins',
    fallback: () => '',
  },
  {
    flag: 'mail-from',
    text: 'Sender of these mails',
    fallback: ({ domain }) => `login@${domain}`,
    isNeeded: (answers) => answers['mail-url'] !== '',
  },
]

/**
 * Writes `provider.json` for a provider behind a TLS proxy on the same machine. Given flags are not
 * asked. Returns the text to print. Throws a ConfigError; an existing file is never changed.
 */
export async function runInit(
  args: readonly string[],
  terminal: Terminal,
  env: Readonly<Record<string, string | undefined>> = {},
): Promise<string> {
  const given = readFlags(args)
  const dataDir = given['data-dir'] ?? env.LATCHKEY_DATA_DIR ?? defaultDataDir
  const path = join(dataDir, 'provider.json')
  if (existsSync(path)) throw new ConfigError(`${path} exists; change it, or remove it first.`)
  const answers = await askAll(given, terminal)
  const draft = `${path}.draft`
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  try {
    writeDurably(draft, `${JSON.stringify(toSettings(answers), undefined, 2)}\n`)
    readConfig(['--data-dir', dataDir, '--config', draft], {})
    renameSync(draft, path)
  } catch (cause) {
    rmSync(draft, { force: true })
    if (!(cause instanceof ConfigError)) throw cause
    throw new ConfigError(cause.message.replaceAll(draft, 'The answers'), { cause })
  }
  return `Wrote ${path}. Start the provider with the same --data-dir, then create a project:
latchkey-provider project create <name> --origins ${answers.sites} --data-dir ${dataDir}`
}

function toSettings(answers: Answers): object {
  const { domain, sites, preset } = answers
  const mailUrl = answers['mail-url']
  const databaseUrl = answers['database-url']
  return {
    roles: ['api', 'relay', 'telemetry', ...(mailUrl ? ['login'] : [])],
    publicUrl: `https://api.${domain}`,
    relayUrl: `wss://relay.${domain}`,
    ...(mailUrl && { loginUrl: `https://login.${domain}` }),
    allowedOrigins: sites.split(',').map((site) => site.trim()),
    trustedProxies: ['127.0.0.1', '::1'],
    ...(databaseUrl && { databaseUrl }),
    ...(preset !== 'none' && { preset }),
    ...(mailUrl && { mail: { url: mailUrl, from: answers['mail-from'] } }),
    metricsToken: randomBytes(24).toString('hex'),
  }
}

async function askAll(given: Partial<Answers>, { input, output }: Terminal): Promise<Answers> {
  const lines = createInterface({ input })
  const next = lines[Symbol.asyncIterator]()
  const answers: Partial<Record<Question['flag'], string>> = {}
  try {
    for (const question of questions) {
      const { flag, text } = question
      const isNeeded = question.isNeeded?.(answers) ?? true
      const fallback = question.fallback(answers)
      if (!isNeeded || given[flag] !== undefined) {
        answers[flag] = given[flag] ?? ''
        continue
      }
      output.write(fallback ? `${text} [${fallback}]: ` : `${text}: `)
      const { value, done } = await next.next()
      const answer = (done ? '' : value.trim()) || fallback
      if (answer === undefined) throw new ConfigError(`This command needs --${flag}.`)
      answers[flag] = answer
    }
  } finally {
    lines.close()
  }
  return answers as Answers
}

function readFlags(args: readonly string[]): Partial<Answers> & { readonly 'data-dir'?: string } {
  const names = ['data-dir', ...questions.map(({ flag }) => flag)]
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]))
  try {
    return parseArgs({ args: [...args], options, strict: true }).values
  } catch (cause) {
    throw new ConfigError((cause as Error).message, { cause })
  }
}
