/*
 * link — whether the server answers. One banner of the site says so, whatever page is open; what the page has stays.
 */
class Link {
  isAway = $state(false);
}

export const link = new Link();
