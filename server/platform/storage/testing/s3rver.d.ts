declare module '@20minutes/s3rver' {
  /** A server that speaks S3 over a folder, for tests; the package brings no types. */
  export default class S3rver {
    constructor(options: {
      address: string;
      port: number;
      silent: boolean;
      directory: string;
      configureBuckets: { name: string; configs: string[] }[];
    });
    /** Koa's: what a request passes through. */
    middleware: ((
      context: { path: string; headers: Record<string, string | undefined> },
      next: () => Promise<void>,
    ) => Promise<void>)[];
    run(): Promise<{ port: number }>;
    close(): Promise<void>;
  }
}
