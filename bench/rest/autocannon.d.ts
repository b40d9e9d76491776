/** What we use of autocannon, which brings no types. */
declare module 'autocannon' {
  export default function autocannon(options: {
    url: string;
    headers?: Record<string, string>;
    connections: number;
    duration: number;
  }): Promise<{ requests: { total: number }; duration: number; non2xx: number; errors: number }>;
}
