const circle = 'M10 17.5a7.5 7.5 0 100-15 7.5 7.5 0 000 15'

const renderIcon = (tone: 'good' | 'bad' | 'plain', path: string) =>
  `<span class="sign ${tone}"><svg width="32" height="32" viewBox="0 0 20 20" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="${path}"/></svg></span>`

/** Decorative icons above the last message of a page. */
export const siteIcons = {
  success: renderIcon('good', 'M4.5 10.5l3.75 3.75L15.5 6.5'),
  error: renderIcon('bad', `${circle}M10 6.5V10.5M10 13.5v.01`),
  expired: renderIcon('plain', `${circle}M10 6v4l2.75 1.75`),
  key: renderIcon('plain', 'M8.25 11.75l7-7M13 7l2 2M7 16a3 3 0 100-6 3 3 0 000 6'),
  closed: renderIcon('plain', `${circle}M7.5 7.5l5 5m0-5l-5 5`),
} as const
