export { action, default, headers, loader, meta } from './_auth.auth.reset-password.tsx'
