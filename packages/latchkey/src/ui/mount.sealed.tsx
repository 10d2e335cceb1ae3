/**
 * The entry point for pages without React: the build replaces React with a small renderer here, so
 * `mount` must use only what both support.
 */
export { mount } from './mount.js'
