-- How often each page was shown on a day. A browser reports routes such as /wall/:mood, never an address, and nothing says who it was.
create table app.page_views (
  day date not null default current_date,
  route text not null check (route ~ '^/[a-z:/-]{0,60}$'),
  -- Several rows for each route, so that thousands who leave a page at once do not wait for one row.
  shard smallint not null check (shard between 0 and 7),
  n bigint not null check (n > 0),
  primary key (day, route, shard)
) with (fillfactor = 50);
grant select, insert, update (n) on app.page_views to function_owner;

create function app.count_views(routes text[], counts integer[]) returns void language sql security definer set search_path = ''
begin atomic
  insert into app.page_views as known (route, shard, n)
    select v.route, s.shard, v.n
      from unnest(count_views.routes, count_views.counts) as v (route, n)
        cross join (select floor(random() * 8)::smallint as shard offset 0) as s
      order by v.route
    on conflict (day, route, shard) do update set n = known.n + excluded.n;
end;
alter function app.count_views(text[], integer[]) owner to function_owner;
grant execute on function app.count_views(text[], integer[]) to service_role;

-- Triggers: none.
