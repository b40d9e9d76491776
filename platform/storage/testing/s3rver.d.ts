declare module '@20minutes/s3rver' {
  /** An S3 server over a folder, for tests; the package has no types of its own. */
  export default class S3rver {
    constructor(options: {
      address: string;
      port: number;
      silent: boolean;
      directory: string;
      configureBuckets: { name: string; configs: string[] }[];
    });
    /** Koa's list of middleware, which each request passes through. */
    middleware: ((
      context: { path: string; headers: Record<string, string | undefined> },
      next: () => Promise<void>,
    ) => Promise<void>)[];
    run(): Promise<{ port: number }>;
    close(): Promise<void>;
  }
}
