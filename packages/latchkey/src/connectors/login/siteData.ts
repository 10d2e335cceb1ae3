import type { FramePayload } from '@latchkey/wire/frame/requests'
import type { ThemeState } from '../../core/theme/store.js'
import type { Widget } from '../../core/widget.js'

/** The theme as the frame follows it. */
export function themeData({ mode, variables }: ThemeState): FramePayload<'SYNC_THEME'> {
  const given = Object.entries(variables).filter(([, value]) => value !== undefined)
  const accent = variables['--lk-accent']
  return {
    themeMode: mode,
    themeVariables: Object.fromEntries(given) as Record<string, string | number>,
    w3mThemeVariables: {
      ...(accent !== undefined && { '--w3m-accent': accent }),
      '--w3m-background': mode === 'dark' ? '#121313' : '#ffffff',
    },
  }
}

/** Who asks, as the site presents itself. The frame shows the origin it was told by the browser. */
export function dappData({ config, ports }: Widget): FramePayload<'SYNC_DAPP_DATA'> {
  const { name, description, url, icons } = { ...ports.page.metadata(), ...config.metadata }
  return {
    projectId: config.projectId ?? '',
    sdkType: 'appkit',
    metadata: {
      name: name.slice(0, 200),
      description: description.slice(0, 1_000),
      url: url.slice(0, 2_048),
      icons: icons.filter((icon) => icon.length <= 2_048).slice(0, 10),
    },
  }
}
