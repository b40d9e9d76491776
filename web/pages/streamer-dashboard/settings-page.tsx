/** `/streamer-dashboard/settings`. */
export { Component } from '#web/pages/account-settings/account-settings-page.tsx';
