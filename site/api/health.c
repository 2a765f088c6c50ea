/* How the site itself is: for those who run it. */
#include "league/store/store.h"
#include "os/clock.h"
#include "site/site_internal.h"

#include <stdio.h>

void api_health(void *arg, const struct http_request *q, struct http_answer *a)
{
    struct site *site = arg;
    int64_t pending;
    struct err err;
    (void)q;
    if (!store_pending(site->store, 0, &pending, &err)) {
        site_store_failed(a, &err);
        return;
    }
    json_write_open(a->body, NULL, '{');
    json_write_str(a->body, "status", "ok");
    json_write_str(a->body, "version", TAISEN_VERSION);
    text_str(a->body, "}\n");
}

/* ---- metrics: https://prometheus.io/docs/instrumenting/exposition_formats/ ---- */

static void metric(struct text *t, const char *name, const char *type, const char *help)
{
    char line[256];
    snprintf(line, sizeof line, "# HELP taisen_%s %s\n# TYPE taisen_%s %s\n", name, help, name,
             type);
    text_str(t, line);
}

static void value(struct text *t, const char *name, const char *labels, double x)
{
    char line[160];
    snprintf(line, sizeof line, "taisen_%s%s %.17g\n", name, labels, x);
    text_str(t, line);
}

static void one(struct text *t, const char *name, const char *type, const char *help, double x)
{
    metric(t, name, type, help);
    value(t, name, "", x);
}

static void put_http(struct text *t, const struct http_counts *c)
{
    metric(t, "http_responses_total", "counter", "Answers by class.");
    for (int i = 2; i <= 5; i++) {
        char labels[32];
        snprintf(labels, sizeof labels, "{class=\"%dxx\"}", i);
        value(t, "http_responses_total", labels, (double)c->by_class[i]);
    }
    one(t, "http_requests_total", "counter", "Requests.", (double)c->requests);
    one(t, "http_cut_off_total", "counter", "Clients that were too slow, or silent.",
        (double)c->cut_off);
    one(t, "http_limited_total", "counter", "What was too much from one network.",
        (double)c->limited);
    one(t, "http_connections", "gauge", "Open connections.", (double)c->connections);
    one(t, "streams", "gauge", "Open streams of events.", (double)c->streams);
}

void api_metrics(void *arg, const struct http_request *q, struct http_answer *a)
{
    struct site *site = arg;
    struct text *t = a->body;
    int64_t pending = 0;
    struct err err;
    (void)q;
    a->type = "text/plain; version=0.0.4";
    bool is_well = store_pending(site->store, 0, &pending, &err);
    if (site->http) {
        struct http_counts counts = http_counts(site->http);
        put_http(t, &counts);
    }
    one(t, "up_seconds", "gauge", "Since the start.",
        (double)(clock_us() - site->started_us) / 1e6);
    one(t, "live_matches", "gauge", "Matches being played here.", live_count(site->live));
    one(t, "play_sessions", "gauge", "Games with people.", play_count(site->play));
    one(t, "results_total", "counter", "Results since the start.", (double)site->results);
    one(t, "workers", "gauge", "Workers of this site that run.",
        worker_pool_running(&site->worker_pool));
    one(t, "worker_restarts_total", "counter", "Workers that ended.",
        (double)site->worker_pool.restarts);
    one(t, "store_up", "gauge", "Whether the store answers.", is_well);
    if (is_well)
        one(t, "queue_length", "gauge", "Matches waiting or being played.", (double)pending);
    metric(t, "store_seconds", "summary", "What a question to the store takes.");
    value(t, "store_seconds_sum", "", (double)site->store_us / 1e6);
    value(t, "store_seconds_count", "", (double)site->store_asks);
}
