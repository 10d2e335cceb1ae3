import { parseArgs } from 'node:util'
import { featureIds, type ProjectFeature } from '@latchkey/wire/http/config'
import { depositFeature, payFeature } from '@latchkey/wire/http/pay'
import { emailCaptureFeature, emailRequired, signInFeature } from '@latchkey/wire/http/signIn'
import type { Config } from '../config/Config.js'
import { ConfigError } from '../errors/ConfigError.js'
import { loginFeatures } from '../login/session/loginFeatures.js'
import type { Project } from '../projects/Project.js'
import type { ProjectStore } from '../store/projects.js'
import type { SponsorReport } from './sponsorReport.js'

export const projectUsage = `latchkey-provider project <command>

  create <name> [--id <id>] [--origins <list>]
                                       creates a project and prints its id, a random one by default;
                                       with --id, the name is optional
  list                                 lists all projects
  show <id>                            shows one project, and what its sponsored gas has cost
  set-origins <id> <list>              sets the allowed sites, e.g. https://a.example,https://*.b.example
  set-feature <id> <feature> on|off|site [--options <list>]
                                       turns a feature on or off, or leaves it to the site
  set-feature <id> email_capture on|required|off
                                       lets visitors confirm an email when they sign in, or requires it
  set-analytics <id> on|off            turns telemetry on or off
  set-limits <id> [--per-second <n>] [--burst <n>]
                                       limits requests per network; without numbers, the defaults
  remove <id>                          removes a project and its data

All commands accept the flags of the server, and read its variables and config file. They print the
database they use.`

/** Runs a project command and returns the text to print. Throws a ConfigError or ProjectError. */
export async function runProjectCommand(
  args: readonly string[],
  store: ProjectStore,
  readSponsorship: (id: string) => Promise<readonly SponsorReport[]> = async () => [],
  config: Pick<Config, 'mail'> = {},
): Promise<string> {
  const { values, positionals } = parse(args)
  const [command, first, second, third] = positionals
  const id = () => requireValue(first, 'the id of a project')
  switch (command) {
    case 'create': {
      const name = requireValue(first ?? values.id, 'a name for the project')
      const allowedOrigins = listOf(values.origins)
      return (await store.create({ id: values.id, name, allowedOrigins })).id
    }
    case 'list': {
      const projects = await store.list()
      return projects.map(summary).join('\n')
    }
    case 'show': {
      const project = await store.get(id())
      const sponsorship = await readSponsorship(project.id)
      return show(sponsorship.length === 0 ? project : { ...project, sponsorship })
    }
    case 'set-origins': {
      const allowedOrigins = listOf(requireValue(second, 'a list of origins'))
      return show(await store.change(id(), { allowedOrigins }))
    }
    case 'set-feature': {
      const { features } = await store.get(id())
      const changed =
        second === emailCaptureFeature
          ? readEmailCapture(third, { hasMail: config.mail !== undefined })
          : readFeature(second, third, values.options)
      const others = features.filter((feature) => feature.id !== changed.id)
      return show(await store.change(id(), { features: [...others, changed] }))
    }
    case 'set-analytics':
      return show(await store.change(id(), { isAnalyticsEnabled: readSwitch(second) }))
    case 'set-limits': {
      const limits = {
        ...(values['per-second'] !== undefined && { perSecond: Number(values['per-second']) }),
        ...(values.burst !== undefined && { burst: Number(values.burst) }),
      }
      return show(await store.change(id(), { limits }))
    }
    case 'remove':
      await store.remove(id())
      return `Removed ${first}.`
    default:
      throw new ConfigError(projectUsage)
  }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        origins: { type: 'string' },
        id: { type: 'string' },
        options: { type: 'string' },
        'per-second': { type: 'string' },
        burst: { type: 'string' },
      },
    })
  } catch (cause) {
    throw new ConfigError((cause as Error).message, { cause })
  }
}

function requireValue(value: string | undefined, what: string): string {
  if (value !== undefined && value !== '') return value
  throw new ConfigError(`This command needs ${what}.`)
}

function listOf(text: string | undefined): string[] {
  return (text ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
}

function readSwitch(value: string | undefined): boolean {
  if (value === 'on' || value === 'off') return value === 'on'
  throw new ConfigError(`"${value ?? ''}" is neither on nor off.`)
}

function readFeature(
  id: string | undefined,
  state: string | undefined,
  options: string | undefined,
): ProjectFeature {
  const known: readonly string[] = [
    ...featureIds,
    ...loginFeatures,
    signInFeature,
    emailCaptureFeature,
    payFeature,
    depositFeature,
  ]
  if (id === undefined || !known.includes(id)) {
    throw new ConfigError(`"${id ?? ''}" is not one of the features ${known.join(', ')}.`)
  }
  if (state === 'site') return { id, isEnabled: true, config: null }
  return { id, isEnabled: readSwitch(state), config: listOf(options) }
}

function readEmailCapture(
  state: string | undefined,
  { hasMail }: { readonly hasMail: boolean },
): ProjectFeature {
  const id = emailCaptureFeature
  if (state === 'off') return { id, isEnabled: false, config: [] }
  if (state !== 'on' && state !== emailRequired) {
    throw new ConfigError(`"${state ?? ''}" is neither on, ${emailRequired} nor off.`)
  }
  if (!hasMail) {
    throw new ConfigError(`${id} needs "mail" in the config file, to send codes.`)
  }
  return { id, isEnabled: true, config: state === 'on' ? [] : [emailRequired] }
}

function summary({ id, name, isDevelopment, allowedOrigins }: Project): string {
  const sites = [...(isDevelopment ? ['this machine'] : []), ...allowedOrigins]
  return `${id}  ${name}  ${sites.join(',') || 'no site'}`
}

function show(project: Project & { readonly sponsorship?: readonly SponsorReport[] }): string {
  return JSON.stringify(project, undefined, 2)
}
